import { expect, test } from 'vitest';
import type { State } from '../../../source/state/core/state.ts';
import { headerLines, headerText } from '../../../source/tui/shell/header.ts';
import { chooseTheme } from '../../../source/tui/theme/choose-theme.ts';
import { screens } from '../../screens/states.ts';

const theme = chooseTheme({ NO_COLOR: '1' });

function screen(name: string): State {
	const state = screens[name];
	if (!state) throw new Error(`there is no screen ${name}`);
	return state;
}

test('the download rate stays if there is no room for both', () => {
	const plain = (columns: number) => headerLines(screen('downloads'), theme, columns)[0] ?? '';
	expect(plain(120)).toMatch(/↓ .*↑ /);
	const narrow = Array.from({ length: 60 }, (_, index) => plain(40 + index)).filter(
		(line) => !line.includes('↑'),
	);
	expect(narrow.length).toBeGreaterThan(0);
	expect(narrow.filter((line) => line.includes('↓')).length).toBeGreaterThan(0);
	for (const line of narrow.slice(-5)) expect(line).toContain('↓');
});

test('the header shows how long a service has not answered, before a request fails', () => {
	const state = screen('downloads');
	const answeredAt = state.now - 12_000;
	const [line] = headerLines({ ...state, connection: { ...state.connection, answeredAt } }, theme, 80);
	expect(line).toContain(headerText.silent('12s'));
});
