"""Push buttons beside the screen: "go on" and "back", for whoever has no finger free. Never: rules, pages."""
