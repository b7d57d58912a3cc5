import { expect, test } from 'vitest';
import type { Client } from '../../source/client/client.ts';
import { fileRequestsText } from '../../source/tui/actions/file-requests.ts';
import { nested, sources } from '../contract/foreign/world/torrents.ts';
import { type Cockpit, openCockpit as openOn } from '../fixtures/cockpit.ts';
import { type ForeignService, runForeign } from '../fixtures/foreign-service.ts';
import { until } from '../programs/until.ts';

/** Returns the paths of the files that a service reports as selected. */
export async function wantedBy(client: Client, infohash: string): Promise<string[]> {
	const { files } = await client.listFiles({ params: { infohash } });
	return files.filter(({ included }) => included).map(({ name }) => name);
}

export const awaitWanted = (client: Client, infohash: string, expected: readonly string[]) =>
	until(async () => (await wantedBy(client, infohash)).sort().join() === [...expected].sort().join());

/** Opens the cockpit on a service of a release that has the nested torrent. */
export async function openForeign(name: string): Promise<Cockpit & ForeignService> {
	const service = await runForeign(name);
	const { client, dialect, url } = service;
	const body = { uri: sources.nested, destination: '/srv/empty', anon_hops: 0, safe_seeding: false };
	await client.addDownload({ body });
	const key = dialect.key === undefined ? '' : `--api-key ${dialect.key}`;
	// The document alone does not show its generation.
	const generation = dialect.family === 'document' ? `--generation ${dialect.generation}` : '';
	const cockpit = await openOn({ url }, { columns: 110, flags: `${key} ${generation}` });
	await cockpit.list.shows('nested', 'DOWNLOADING');
	return { ...cockpit, ...service };
}

export function testSelectionByList(names: readonly string[]): void {
	test.each(names)(
		'a user of a service without trees (%s) sees a tree, and the selection is sent as a list',
		async (name) => {
			const { user, screen, server, client } = await openForeign(name);
			// Detection requests the files of a download that does not exist.
			const asked = server.requests.filter((each) => each.includes(`${nested.infohash}/files`));
			expect(asked).toEqual([]);
			user.press('tab-files', 'details-full');
			await screen.shows('5 of 5 files selected');
			user.press('files-expand-all');
			await screen.shows(/^[ ▌]?\[x\] {3}▾ deep\/ .* 1\/1$/m);
			await screen.shows(/^[ ▌]?\[x\] {5}ünï 中文 😀\.txt .* 25\.0% selected/m);
			user.press('files-choose');
			await screen.shows(/^[ ▌]?\[ \] ▾ a\/ .* 0\/2$/m);
			const [one = '', two = '', ...rest] = nested.files.map(({ path }) => path);
			await awaitWanted(client, nested.infohash, rest);
			user.press('files-unwant-like');
			user.type('b');
			user.press('files-pattern-confirm');
			await awaitWanted(client, nested.infohash, ['readme.txt']);
			// An empty list would select all files or none, so it is not sent.
			user.press('last', 'files-choose');
			await screen.shows(fileRequestsText.lastFile);
			user.press('files-want-like');
			user.type('a');
			user.press('files-pattern-confirm');
			await awaitWanted(client, nested.infohash, [one, two, 'readme.txt']);
			expect(server.requests.some((asked) => asked.includes('/files/select'))).toBe(false);
		},
	);
}
