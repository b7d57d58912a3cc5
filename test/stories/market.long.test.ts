import { testAbsentMarket, testMarket } from './market-cases.ts';

testMarket(['7.2']);
testAbsentMarket(['7.0']);
