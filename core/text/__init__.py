"""What people write by hand, read as data: whatever stands there is read, or refused in words."""
