/** The database cannot be used as it is; the message is for the operator. */
export class DatabaseError extends Error {}
