import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createClient } from '../../../../source/client/client.ts';
import { saveText } from '../../../../source/runtime/save-file.ts';
import { addSource, saveTorrent } from '../../../../source/runtime/session.ts';
import { createStore } from '../../../../source/state/core/store.ts';
import { emptyLine, insertText } from '../../../../source/state/surfaces/line-edit.ts';
import { logPromptDialog } from '../../../../source/tui/panes/debug/dialogs/log-prompt.ts';
import { update } from '../../../../source/tui/shell/update.ts';
import type { CommandContext } from '../../../../source/tui/surfaces/command.ts';
import { makeFolder } from '../../../fixtures/folder.ts';
import { contextOf } from '../../../screens/pressing.ts';
import { listed } from '../../../screens/states.ts';

type Request = Parameters<CommandContext['write']>[0];

test.each([
	['succeeds', 'saved.log'],
	['fails', join('no such folder', 'saved.log')],
])('a save of the log that %s leaves a prompt that was opened meanwhile', async (_, name) => {
	const path = join(await makeFolder(), name);
	const store = createStore(listed, update);
	const line = insertText(emptyLine, path);
	const open = (purpose: 'save' | 'search') => {
		const dialog = { kind: 'log-prompt', purpose, line, fault: '', stage: 'typing' } as const;
		store.dispatch({ type: 'open', dialog });
	};
	const requests: Request[] = [];
	const context: CommandContext = {
		...contextOf(store, () => ({ columns: 80, rows: 24 })),
		get state() {
			return store.get();
		},
		write: (request) => requests.push(request),
	};
	open('save');
	logPromptDialog.commands.find(({ id }) => id === 'log-prompt-confirm')?.run(context);
	store.dispatch({ type: 'close' });
	open('search');
	const { dialogs } = store.get();
	const machine = { addSource, saveTorrent, saveText, play: () => Promise.resolve() };
	const [request] = requests;
	await request?.send(createClient({ url: 'http://127.0.0.1:9' }), machine);
	expect(store.get().journal.notice?.text).toContain(dirname(path));
	expect(store.get().dialogs).toEqual(dialogs);
});
