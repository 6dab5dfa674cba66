-- Files of configuration are kept while an import can be undone.
CREATE INDEX `configuration_imports_kept` ON `configuration_imports` (`created_at`,`id`) WHERE file <> '';
