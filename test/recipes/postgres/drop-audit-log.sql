DELETE FROM procgen.audit_log WHERE (entry->>'time')::timestamptz < now() - interval '400 days';
