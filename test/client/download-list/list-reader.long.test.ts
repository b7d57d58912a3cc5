import { testChangedLists } from './list-reader-cases.ts';

testChangedLists(70);
