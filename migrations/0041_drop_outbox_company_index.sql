-- Nothing reads the outbox by company; every request's decision paid for writing it.
DROP INDEX `outbox_company`;
