-- Without Redis, jobs are timers of the process; the queue tables of the library are not used.
drop schema if exists bullmq cascade;
