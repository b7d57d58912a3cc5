import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { makeFolder } from '../../fixtures/folder.ts';
import { children } from '../../programs/children.ts';
import { preload, scene } from './scene.ts';

/** Starts a service that records the inspector sessions of all its threads, and those of the engine. */
export async function recordedScene() {
	const folder = await makeFolder();
	const records = join(folder, 'sessions');
	await mkdir(records);
	// Sessions are opened in worker threads. This program is loaded into each of them.
	const env = await preload(
		folder,
		`import { Session } from 'node:inspector';
		import { appendFileSync } from 'node:fs';
		const path = ${JSON.stringify(records)} + '/' + process.pid;
		for (const name of ['connect', 'connectToMainThread', 'disconnect']) {
			const original = Session.prototype[name];
			Session.prototype[name] = function (...args) {
				const result = original.apply(this, args);
				appendFileSync(path, name + '\\n');
				return result;
			};
		}`,
	);
	const running = await scene([], env);
	const service = running.service.child.pid ?? 0;
	expect(children(service)).toContain(running.engine);
	const sessionsOf = (pid: number) => {
		const path = join(records, `${pid}`);
		const lines = existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : [];
		const closed = lines.filter((line) => line === 'disconnect').length;
		return { opened: lines.length - closed, attached: lines.length - 2 * closed };
	};
	return {
		...running,
		sessions: () => ({ service: sessionsOf(service), engine: sessionsOf(running.engine) }),
		recorded: () => readdirSync(records),
	};
}
