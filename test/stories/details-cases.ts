import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'vitest';
import { sources } from '../contract/foreign/world/torrents.ts';
import { type CockpitOptions, openCockpit, type Where } from '../fixtures/cockpit.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { runForeign } from '../fixtures/foreign-service.ts';

/** Opens the cockpit outside of terminal multiplexers. */
export const open = (where: Where, options: CockpitOptions = {}) =>
	openCockpit(where, { columns: 100, rows: 30, env: { TMUX: '', STY: '' }, ...options });

/** Opens the cockpit with a player for files. */
export async function openWithPlayer(where: Where, player: string) {
	const home = await makeFolder();
	await mkdir(join(home, '.config/seedtop'), { recursive: true });
	await writeFile(join(home, '.config/seedtop/cockpit.json'), JSON.stringify({ player }));
	return open(where, { home });
}

/** The name of a dialect, and what the tab of the health shows after a check. */
export function testForeignHealth(
	cases: readonly (readonly [name: string, shown: readonly string[]])[],
): void {
	test.each(cases)(
		'a user checks the health of a swarm on a service of %s and gets its result',
		async (name, shown) => {
			const foreign = await runForeign(name);
			await foreign.client.addDownload({ body: { uri: sources.nested } });
			const { user, screen } = await open(foreign, { env: { SEEDTOP_API_KEY: foreign.dialect.key } });
			await screen.shows(/[▼◌▲‖] nested /);
			user.press('tab-health', 'check-health');
			for (const text of shown) await screen.shows(text);
			await screen.shows(/● 127/);
		},
	);
}
