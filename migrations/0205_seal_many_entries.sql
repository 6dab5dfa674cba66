-- A seal covers up to 256 entries of a company's history: the newest one moves forward as entries are added, and all
-- others stay as they are. Seals of single entries, as before, stay valid.
DROP TRIGGER `audit_seals_no_update`;
CREATE TRIGGER `audit_seals_no_update` BEFORE UPDATE ON `audit_seals`
WHEN new.company_id IS NOT old.company_id OR new.sequence <= old.sequence OR new.audit_id <= old.audit_id
	OR (new.sequence - 1) / 256 <> (old.sequence - 1) / 256
	OR EXISTS (SELECT 1 FROM audit_seals s WHERE s.company_id = old.company_id AND s.sequence > old.sequence) BEGIN
	SELECT RAISE(ABORT, 'audit_seals is append-only');
END;
