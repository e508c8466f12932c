/** The database cannot be used as it is. The message is a French sentence for the operator that says what to do. */
export class DatabaseError extends Error {}
