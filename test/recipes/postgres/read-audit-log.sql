SELECT entry FROM procgen.audit_log WHERE entry->>'key' = 'key_…' ORDER BY seq;
