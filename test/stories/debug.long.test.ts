import { testEngine, testEventStream, testProcesses } from './debug-cases.ts';

testProcesses(['7.11']);
testEngine([['7.14', /^▌?slots +slot 2 +random 5/m]]);
testEventStream(['7.14']);
