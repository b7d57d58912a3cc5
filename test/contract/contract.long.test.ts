import { endpointNames } from '../../source/protocol/endpoints/table.ts';
import { testContract } from './columns.ts';
import { otherDialects } from './foreign/dialects.ts';

// The other generation of our own service, and further dialects of each family.
testContract({ A: endpointNames, B: ['getMemoryDump'] }, otherDialects);
