import '../../source/tui/terminal/full-color.ts';
import { expect, onTestFinished, test } from 'vitest';
import { headerHeight } from '../../source/tui/components/layout.ts';
import { serveList } from '../programs/list-service.ts';
import { cli } from '../programs/service-process.ts';
import { temporaryFolder } from '../programs/temporary-folder.ts';
import { until } from '../programs/until.ts';
import { runs } from '../runs.ts';
import { Session } from '../terminal/pty.ts';
import { anySize } from './any-size.ts';
import { names } from './names.ts';
import { seeded } from './random.ts';
import { alternateScreen } from './watched-app.tsx';

/** Times that the size changes. */
const RESIZES = runs(50);

test(`the program shows the screen of ctrl-l after ${RESIZES} resizes`, async () => {
	const service = await serveList(Object.fromEntries(names.map((name, index) => [name, 1e6 * (index + 1)])));
	const home = await temporaryFolder();
	const command = `'${process.execPath}' '${cli}' --url ${service.url}`;
	const session = new Session(command, {
		columns: 80,
		rows: 24,
		env: { HOME: home.path, CORE_API_PORT: '' },
	});
	onTestFinished(async () => {
		session.kill();
		await home.remove();
	});
	await session.shows('q quit');
	const random = seeded(5);
	for (let step = 0; step < RESIZES; step++) {
		const { columns, rows } = anySize(random);
		session.resize(columns, Math.min(rows, 46));
		if (step % 3 === 0) session.type(random.pick(['j', 'k', 'G', 'g', ' ', 'v', 'o']));
		const written = session.bytes.length;
		if (step % 8 === 0) await until(() => session.bytes.length > written);
	}
	// A size that did not occur before, so that no earlier screen matches. It has no room for the graph, which
	// changes by itself.
	const last = { columns: 40, rows: 23 };
	session.resize(last.columns, last.rows);
	// The footer is the last line of a frame. Only the list of downloads has a row to enter.
	const showsPane = (title: RegExp, hints: RegExp) =>
		until(() => {
			const rows = session.emulator.rows();
			const edge = rows[headerHeight(last.rows)];
			return edge?.length === last.columns && title.test(edge) && hints.test(rows[last.rows - 1] ?? '');
		});
	await showsPane(/─/, /q quit$/);
	// Keys are handled in order, so this one proves that all were.
	session.type('2');
	await showsPane(/ 2 \w/, /^(?!enter ).*q quit$/);
	session.type('1');
	await showsPane(/ 1 \w/, /^enter .*q quit$/);
	// Focused details show the row under the cursor at once, and not when it rests.
	session.type('\r');
	await showsPane(/ 1 \w/, /^(?!enter )/);
	session.type('\x1b');
	await showsPane(/ 1 \w/, /^enter .*q quit$/);
	const shown = session.emulator.snapshot();
	const before = session.bytes.length;
	session.type('\x0c');
	const frame = await until(
		() => /\x1b\[\?2026h[\s\S]*?\x1b\[\?2026l/.exec(session.bytes.slice(before))?.[0],
	);
	const fresh = await alternateScreen(last);
	await fresh.write(frame);
	expect(shown).toBe(fresh.snapshot());
});
