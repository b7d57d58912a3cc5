/**
 * `npm run pictures [FOLDER]`: pictures of the cockpit on the demo, as SVG: ten screens, each in three sizes and in
 * dark, light and 16 colors. Default folder: pictures/. The pictures of the README are written to docs/.
 * `npm run pictures -- --only downloads` pictures screens by name.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { demoFolderPrefix } from '../../source/demo/messages.ts';
import { CockpitView } from './cockpit-view.ts';
import { darkTerminal, lightTerminal } from './colors.ts';
import { picturedScreens } from './screens.ts';
import { svgOf } from './svg.ts';

const sizes = [
	{ columns: 80, rows: 24 },
	{ columns: 120, rows: 40 },
	{ columns: 200, rows: 50 },
];
const themes = [
	{ name: 'dark', flags: ['--theme', 'dark'], look: darkTerminal },
	{ name: 'light', flags: ['--theme', 'light'], look: lightTerminal },
	{ name: '16', flags: ['--theme', '16'], look: darkTerminal },
];
/** Pictures of the README: names of screens, in dark colors and in the middle size. */
const documented = ['downloads', 'market'];
const documentedSize = '120x40';

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = join(root, 'dist/cli.js');
const { positionals, values } = parseArgs({
	allowPositionals: true,
	options: { only: { type: 'string', multiple: true } },
});
const folder = resolve(positionals[0] ?? join(root, 'pictures'));
const screens = picturedScreens.filter(({ name }) => values.only?.includes(name) ?? true);
const place = mkdtempSync(join(tmpdir(), 'seedtop-pictures-'));
const views: CockpitView[] = [];
try {
	mkdirSync(folder, { recursive: true });
	const demo = openView('demo', ['demo'], { columns: 120, rows: 40 }, { TMPDIR: place });
	await demo.shows('night-train');
	const data = readdirSync(place).find((name) => name.startsWith(demoFolderPrefix)) ?? '';
	const service = ['--state-dir', join(place, data, 'state')];
	const torrentPath = join(place, data, 'swarm', 'slow.torrent');
	const opened = themes.flatMap(({ name, flags, look }) =>
		sizes.map((size) => ({
			name: `${size.columns}x${size.rows}-${name}`,
			size,
			isDocumented: name === 'dark' && `${size.columns}x${size.rows}` === documentedSize,
			view: openView(`home-${name}-${size.columns}`, [...service, ...flags], size, {}, look),
		})),
	);
	// Until then, the graphs have data of more than a minute.
	await demo.shows('episode-2');
	// Those of the README are the last, because their graphs then have more data.
	for (const { name, size, isDocumented, view } of opened.toSorted(documentedLast)) {
		for (const screen of screens) {
			await screen.open({
				press: (...ids) => view.press(...ids),
				type: (text) => view.type(text),
				shows: (...contents) => view.shows(...contents),
				choose: (download) => view.choose(download),
				torrentPath,
			});
			await view.settled();
			const title = `seedtop, ${screen.name}, ${size.columns}×${size.rows}`;
			const svg = svgOf(view.emulator.terminal, view.look, title);
			writeFileSync(join(folder, `${screen.name}-${name}.svg`), svg);
			if (isDocumented && documented.includes(screen.name))
				writeFileSync(join(root, 'docs', `${screen.name}.svg`), svg);
			if (screen.leave !== undefined) view.press(screen.leave);
			await view.settled();
		}
		process.stdout.write(`${name}: ${screens.length} pictures\n`);
		await view.quit();
	}
	await demo.quit();
} finally {
	for (const view of views) view.kill();
	rmSync(place, { recursive: true, force: true, maxRetries: 5 });
}

function openView(
	home: string,
	flags: readonly string[],
	size: { readonly columns: number; readonly rows: number },
	env: Readonly<Record<string, string>>,
	look = darkTerminal,
): CockpitView {
	const folderOfUser = join(place, home);
	mkdirSync(folderOfUser, { recursive: true });
	const view = new CockpitView({ program, flags, home: folderOfUser, ...size, env, look });
	views.push(view);
	return view;
}

function documentedLast(one: { isDocumented: boolean }, other: { isDocumented: boolean }): number {
	return Number(one.isDocumented) - Number(other.isDocumented);
}
