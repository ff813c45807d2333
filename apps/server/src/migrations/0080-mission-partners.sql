-- Partner missions name their partner, so that screens can show its name and mark. Missions of seasons
-- that were published before have none.
alter table season_missions add column partner jsonb;
