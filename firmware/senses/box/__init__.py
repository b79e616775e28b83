"""The box of sliding cocoons: what its sensors feel, and what that answers. Never: rules, pages."""
