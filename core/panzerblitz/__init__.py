"""PanzerBlitz: platoons and companies on geomorphic boards; one module for each chapter of the rules folder."""
