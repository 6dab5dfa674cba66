-- Platform staff list companies from the directory.
DROP INDEX `companies_name`;
DROP INDEX `companies_created`;
