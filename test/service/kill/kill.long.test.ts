import { testKills } from './kill-rounds.ts';

testKills(Number(process.env.SEEDTOP_KILLS || 50));
