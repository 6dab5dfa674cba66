-- No statement finds rows by these (worker/local/tools/index-use): each posting, open amount, document that everyone can
-- read and row of an import is a row less to write.
DROP INDEX `ledger_postings_account`;
DROP INDEX `ledger_payables_due`;
DROP INDEX `documents_open`;
DROP INDEX `vendor_import_rows_vendor`;
