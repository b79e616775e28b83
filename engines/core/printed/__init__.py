"""What is printed before a game begins: editions, the ledger of clauses, lessons. Never: what happened in one."""
