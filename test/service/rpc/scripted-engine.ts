import { processMethods } from '../../../source/service/engine/ipc.ts';
import { EngineGone } from '../../../source/service/engine/port.ts';
import { Dispatcher } from '../../../source/service/rpc/dispatcher.ts';
import { isRequest } from '../../../source/service/rpc/messages.ts';
import type { MethodsOf } from '../../../source/service/rpc/methods.ts';
import { scriptedMethods } from './scripted-methods.ts';

// The program of an engine's process without BitTorrent.

class DiskFailure extends Error {}

const { missing: _, ...implemented } = scriptedMethods;

const implementation: MethodsOf<typeof implemented> = {
	echo: async (value) => value,
	bytes: async (length) => new Uint8Array(length).fill(7),
	sum: async (...numbers) => numbers.reduce((total, each) => total + each, 0),
	fail: async (how) => {
		if (how === 'gone') throw new EngineGone('no engine');
		if (how === 'type') throw new TypeError('wrong type');
		if (how === 'own') throw new DiskFailure('disk is full');
		throw 'only text';
	},
	uncloneable: async () => () => {},
	slow: () => new Promise((resolve) => setTimeout(resolve, 50, 'slow')),
	exit: async () => process.exit(7),
};

const dispatcher = new Dispatcher()
	.add(implemented, () => implementation)
	.add(processMethods, () => ({
		start: async () => {},
		ping: async () => {},
		close: async () => void setImmediate(() => process.disconnect()),
	}));

process.on('message', (message) => {
	if (isRequest(message))
		void dispatcher.handle(message, (response) => process.send?.({ type: 'response', response }));
});
process.on('disconnect', () => process.exit(0));
