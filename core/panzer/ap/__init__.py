"""AP fire, Basic and Advanced (na:4.4.3, na:6.5.2)."""
