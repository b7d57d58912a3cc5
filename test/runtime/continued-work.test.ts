import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createClient } from '../../source/client/client.ts';
import { DumpSaver } from '../../source/runtime/dump-saver.ts';
import { ProfileReader, profileReaderText } from '../../source/runtime/profile-reader.ts';
import { initialState, type State } from '../../source/state/core/state.ts';
import { createStore, type Store } from '../../source/state/core/store.ts';
import { profileDialog } from '../../source/state/dialogs/profile-dialog.ts';
import { update } from '../../source/tui/shell/update.ts';
import { serve } from '../client/server.ts';
import { atEnd } from '../fixtures/cleanup.ts';
import { makeFolder } from '../fixtures/folder.ts';

// A session is opened again in the same store when the address of a context changes.

const newStore = () => createStore(initialState('http://127.0.0.1:1', 'a test', 1_000), update);

/** Resolves when the state of a store is as expected. */
async function reached({ get, subscribe }: Store, isReached: (state: State) => boolean): Promise<void> {
	if (isReached(get())) return;
	await new Promise<void>((resolve) => {
		const end = subscribe((state) => {
			if (!isReached(state)) return;
			end();
			resolve();
		});
	});
}

test('a memory dump that its session left is saved by the next one', async () => {
	let dumps = 0;
	const server = await serve((request, response) => {
		if (request.path.startsWith('/debug/memory/history')) response.end('{"memory_history":[{"mem":1}]}');
		// The first session ends while its dump is on the way.
		else if (++dumps > 1) response.end('the dump');
		else response.write('the');
	});
	const client = createClient({ url: server.url });
	atEnd(() => client.close());
	const path = join(await makeFolder(), 'dump.heapsnapshot');
	const store = newStore();
	const first = new DumpSaver(store, () => client);
	const what = { type: 'begin', id: 1, process: 'service', path, overwrite: false } as const;
	store.dispatch({ type: 'memory-dump', what });
	await expect.poll(() => dumps).toBe(1);
	await first.close();
	const second = new DumpSaver(store, () => client);
	atEnd(() => second.close());
	await reached(store, ({ memoryDump }) => memoryDump === undefined);
	expect(await readFile(path, 'utf8')).toBe('the dump');
});

test('a profile that its session did not read is read by the next one', async () => {
	const path = join(await makeFolder(), 'missing.cpuprofile');
	const store = newStore();
	store.dispatch({ type: 'open', dialog: profileDialog([path]) });
	const reader = new ProfileReader(store);
	atEnd(() => reader.close());
	const contents = ({ dialogs }: State) =>
		dialogs.flatMap((each) => (each.kind === 'profile' ? [each.contents] : []));
	await reached(store, (state) => contents(state).some((each) => Object.hasOwn(each, path)));
	expect(contents(store.get())).toEqual([{ [path]: { status: 'failed', why: profileReaderText.missing } }]);
});
