import { testDiscovered, testHealthOnly, testNoChannel, testOwnChannel } from './channels-foreign-cases.ts';

testOwnChannel(['7.0', '7.1']);
testNoChannel(['7.1', '7.3']);
testDiscovered(['7.0', '7.3']);
testHealthOnly(['7.14']);
