-- A request's spend request is also looked for by id alone: with the condition of the partial index it wasn't found by it.
DROP INDEX `spend_requests_intake`;
CREATE INDEX `spend_requests_intake` ON `spend_requests` (`company_id`,`intake_submission_id`) WHERE intake_submission_id IS NOT NULL;
