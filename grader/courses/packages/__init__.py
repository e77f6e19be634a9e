"""Autograders that are ready to upload: a module for each platform, and what runs there."""
