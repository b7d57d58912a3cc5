import { testKills } from './kill-rounds.ts';

testKills(2);
