-- An address is looked up by reading all rows (docs/decisions/0011): the operator does it some times a year, and an index
-- would cost every submission a page of the disk at random.
DROP INDEX contact_messages_email;
DROP INDEX withdrawal_notices_email;
DROP INDEX partnership_inquiries_email;
DROP INDEX ambassador_applications_email;
