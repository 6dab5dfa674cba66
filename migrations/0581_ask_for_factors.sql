-- What a company asks a second factor for.
ALTER TABLE `companies` ADD COLUMN `factor_for_money` integer DEFAULT false NOT NULL;
