import { expect, test } from 'vitest';
import { declaredKeys } from '../../../source/state/core/keys.ts';
import { commands } from '../../../source/tui/shell/commands/keymap.ts';
import { demoNotice, demoText } from '../../../source/tui/shell/open-session.ts';

test('the notice of the demo names the effective keys of three commands', () => {
	const declared = (id: string) => commands.find((command) => command.id === id)?.keys[0] ?? '';
	expect(demoNotice(declaredKeys)).toBe(
		demoText.notice(declared('details'), declared('pane-market'), declared('palette')),
	);
	expect(demoNotice({ ...declaredKeys, details: ['x'] })).toBe(
		demoText.notice('x', declared('pane-market'), declared('palette')),
	);
});
