import { endpointNames } from '../../source/protocol/endpoints/table.ts';
import { testContract } from './columns.ts';
import { usualDialects } from './foreign/dialects.ts';

// Generations differ in their bodies and queries. A dump costs a second; the tests of dumps take others.
testContract(
	{
		A: [
			'addDownload',
			'changeDownload',
			'removeDownload',
			'addTrackers',
			'createPlaylist',
			'createAsk',
			'createLabel',
			'getServiceSettings',
			'changeServiceSettings',
		],
		B: endpointNames.filter((name) => name !== 'getMemoryDump'),
	},
	usualDialects,
);
