-- An address is looked up by reading every row (docs/decisions/0011): the operator does so a few times a year, while an
-- index would make every submission write one more page of the file.
DROP INDEX contact_messages_email;
DROP INDEX withdrawal_notices_email;
DROP INDEX partnership_inquiries_email;
DROP INDEX ambassador_applications_email;
