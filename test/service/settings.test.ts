import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { completionSettingsText } from '../../source/commands/serve/completion-settings.ts';
import { configurationText } from '../../source/commands/serve/configuration.ts';
import { marketFileText } from '../../source/commands/serve/market-settings.ts';
import { invalidProxy } from '../../source/commands/serve/proxies.ts';
import { settingsFileText } from '../../source/commands/serve/settings-file.ts';
import { updateSettingsText } from '../../source/commands/serve/update-settings.ts';
import { watchFoldersText } from '../../source/commands/serve/watch-folders.ts';
import { watchSettingsText } from '../../source/commands/serve/watch-settings.ts';
import { parseExactDecimals } from '../../source/protocol/exact-json.ts';
import { labelNameText } from '../../source/protocol/label-name.ts';
import { marketSettingsText, parseMarket, type WrittenAsset } from '../../source/service/market/settings.ts';
import { runHere } from '../commands/run-here.ts';
import { ANY, containing } from '../programs/message-pattern.ts';
import { quiet, startService } from '../programs/service-process.ts';
import { type TemporaryFolder, temporaryFolder } from '../programs/temporary-folder.ts';
import { until } from '../programs/until.ts';

/** Password of a proxy. */
const secret = 'hunter2hunter2';

let folder: TemporaryFolder;

beforeAll(async () => {
	folder = await temporaryFolder();
});

afterAll(() => folder?.remove());

/** Runs a start that is refused, or only writes settings. */
function serve(options: readonly string[], env: Readonly<Record<string, string>> = {}) {
	return runHere(['serve', ...options], { env: { ...env, HOME: folder.path } });
}

/** Returns the error for a settings file. It must be one line, and the start refused. */
async function refusal(content: string, mode = 0o600): Promise<string> {
	const file = join(folder.path, 'refused.json');
	await writeFile(file, content);
	await chmod(file, mode);
	const ended = await serve([
		'--settings',
		file,
		'--state-dir',
		join(folder.path, 'never'),
		'--port',
		'0',
		...quiet,
	]);
	expect(ended.code).toBe(2);
	expect(ended.out).toBe('');
	expect(ended.err.trim().split('\n')).toHaveLength(1);
	return ended.err;
}

const all = {
	host: '127.0.0.1',
	port: 8085,
	api_key: true,
	allow_hosts: [],
	watch_folder: null,
	watch_folders: [],
	on_complete: { command: [], timeout: 600, parallel: 1 },
	peer_port: 0,
	peer_host: null,
	dht: true,
	dht_bootstrap: ['router.bittorrent.com:6881', 'router.utorrent.com:6881', 'dht.transmissionbt.com:6881'],
	local_discovery: true,
	pex: true,
	web_seeds: true,
	proxies: [],
	overlay: { enabled: false, peers: [], discovery: true },
	market: { assets: [], transaction_timeout: 3600, history_days: 90 },
	updates: { url: null },
	log_level: 'info',
	log_file: null,
	log_size: 10,
	log_files: 5,
	debug: true,
};

describe('--write-settings', () => {
	test('writes every setting with its default, with mode 0600, and never replaces a file', async () => {
		const state = join(folder.path, 'fresh');
		const first = await serve(['--write-settings', '--state-dir', state]);
		const file = join(state, 'settings.json');
		expect(first).toMatchObject({ code: 0, out: `${file}\n`, err: '' });
		expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
			...all,
			api_key_file: join(state, 'api.key'),
			download_dir: join(folder.path, 'Downloads'),
		});
		expect((await stat(file)).mode & 0o777).toBe(0o600);
		const second = await serve(['--write-settings', '--state-dir', state, '--port', '1']);
		expect(second.code).toBe(1);
		expect(second.err).toMatch(
			/^seedtop: Cannot write the settings to .*: a file of that name is in the way\.\n$/,
		);
		expect(JSON.parse(await readFile(file, 'utf8')).port).toBe(8085);
	});

	test('writes settings that start a service; flags are included, and no log has a password of a proxy', async () => {
		const home = join(folder.path, 'flags');
		const log = join(home, 'logs', 'seedtop.log');
		const written = await serve([
			...['--write-settings', '--state-dir', join(home, 'state'), '--port', '0', ...quiet],
			...['--download-dir', join(home, 'elsewhere'), '--allow-host', 'box', '--log-level', 'debug'],
			...['--log-file', log],
		]);
		expect(written.code).toBe(0);
		const file = join(home, 'state', 'settings.json');
		const settings = JSON.parse(await readFile(file, 'utf8'));
		expect(settings).toMatchObject({
			port: 0,
			dht: false,
			local_discovery: false,
			pex: true,
			web_seeds: true,
			allow_hosts: ['box'],
			download_dir: join(home, 'elsewhere'),
			log_level: 'debug',
			log_file: log,
		});
		await writeFile(file, JSON.stringify({ ...settings, proxies: [`socks5://me:${secret}@127.0.0.1:9`] }));
		const service = await startService(home);
		try {
			expect(await readFile(`/proc/${service.child.pid}/cmdline`, 'utf8')).not.toContain(secret);
			await service.client().getState();
			await until(() => /DEBUG {3}GET \/state: 200 in \d+ ms/.test(service.output()));
		} finally {
			await service.end();
		}
		expect(service.output()).not.toContain(secret);
		expect(await readFile(log, 'utf8')).toBe(service.output());
		expect((await stat(log)).mode & 0o777).toBe(0o600);
	});
});

test('a flag overrides the environment, which overrides the file', async () => {
	const settings = join(folder.path, 'precedence.json');
	await writeFile(settings, JSON.stringify({ port: 8101, dht: false, pex: false }));
	let starts = 0;
	const effective = async (options: readonly string[], env: Readonly<Record<string, string>> = {}) => {
		const state = join(folder.path, `precedence ${++starts}`);
		// An address of another machine: the error names the port.
		const argv = ['--settings', settings, '--state-dir', state, '--host', '203.0.113.1', ...options];
		return (await serve(argv, env)).err;
	};
	const key = join(folder.path, 'chosen.key');
	expect(await effective(['--api-key-file', key])).toContain('port 8101:');
	expect(await effective(['--api-key-file', key], { CORE_API_PORT: '8102' })).toContain('port 8102:');
	expect(await effective(['--api-key-file', key, '--port', '8103'], { CORE_API_PORT: '8102' })).toContain(
		'port 8103:',
	);
});

test('a flag of a pair overrides the environment', async () => {
	const dht = async (name: string, ...options: string[]) => {
		const file = join(folder.path, `${name}.json`);
		await serve(['--write-settings', '--settings', file, ...options], { SEEDTOP_NO_DHT: '1' });
		return JSON.parse(await readFile(file, 'utf8')).dht;
	};
	expect(await dht('without')).toBe(false);
	expect(await dht('with', '--dht')).toBe(true);
});

describe('an invalid settings file is refused in one line:', () => {
	test.each([
		['{"prot": 1}', containing(settingsFileText.unknown('prot'))],
		['{"port": 70000}', /'port' must be 65535 or less, not 70000/],
		['{"port": "http"}', /'port' must be an integer, not "http"/],
		['{"dht": "perhaps", "host": ""}', /'dht' must be a boolean[^;]*; 'host' must not be empty/],
		['{"log_level": "loud"}', /'log_level' must be one of error, warning, info, debug, not "loud"/],
		['{"log_size": "1", "dht": 1}', /'log_size' must be a number; 'dht' must be true or false/],
		['{"log_size": 0}', /'log_size' must be 1 or more/],
		['{"watch_folder": "drop"}', containing(settingsFileText.relative('watch_folder'))],
		['{"download_dir": "/x", "watch_folder": "/x/"}', containing(watchFoldersText.downloads('/x'))],
		['{"watch_folders": [{"folder": "drop"}]}', containing(watchSettingsText.relative('watch_folders[0]'))],
		[
			'{"watch_folders": [{"folder": "/a", "label": "."}]}',
			containing(watchSettingsText.label('watch_folders[0]', labelNameText.dots)),
		],
		['{"watch_folders": [{"folder": "/a", "tag": "x"}]}', /there is no setting 'watch_folders\[0\]\.tag'/],
		['{"watch_folders": [{"folder": "/a", "after": "burn"}]}', /'watch_folders\[0\]\.after'/],
		['{"watch_folders": [{"label": "a"}]}', /'watch_folders\[0\]\.folder'/],
		['{"watch_folders": "/a"}', /'watch_folders'/],
		[
			JSON.stringify({ watch_folders: Array.from({ length: 21 }, (_, at) => ({ folder: `/${at}` })) }),
			containing(watchSettingsText.tooMany),
		],
		[
			'{"watch_folder": "/a", "watch_folders": [{"folder": "/a/"}]}',
			containing(watchFoldersText.twice('/a')),
		],
		['{"on_complete": {"command": ["done"]}}', containing(completionSettingsText.relative)],
		['{"on_complete": {"command": ["/done", "a\\u0000b"]}}', containing(completionSettingsText.nul)],
		['{"on_complete": {"command": "/done"}}', /'on_complete\.command'/],
		['{"on_complete": {"timeout": 0}}', /'on_complete\.timeout'/],
		['{"on_complete": {"parallel": 17}}', /'on_complete\.parallel'/],
		['{"on_complete": {"shell": true}}', containing(marketFileText.unknown('on_complete.shell'))],
		['[]', containing(settingsFileText.notObject)],
		['{"port": 1,\n"dht"}', containing(settingsFileText.notJson)],
		['', containing(settingsFileText.notJson)],
		['{"updates": {"uri": "https://example.org/"}}', containing(marketFileText.unknown('updates.uri'))],
		['{"updates": {"url": "file:///etc/hostname"}}', containing(updateSettingsText.url)],
		['{"updates": {"url": "https://user:secret@example.org/"}}', containing(updateSettingsText.url)],
		['{"updates": {"url": 5}}', /'updates\.url'/],
		['{"proxies": ["http://somewhere:1"]}', containing(invalidProxy(1))],
		['{"dht_bootstrap": ["192.0.2.1"]}', containing(settingsFileText.dhtNode(0))],
		['{"dht_bootstrap": ["a:1", "[::1]:6881"]}', containing(settingsFileText.dhtNode(1))],
		['{"dht_bootstrap": ["a:70000"]}', containing(settingsFileText.dhtNode(0))],
		['{"dht_bootstrap": "a:1"}', /'dht_bootstrap'/],
		['{"dht_bootstrap": [5]}', /'dht_bootstrap\[0\]'/],
	])('%s', async (content, reason) => {
		expect(await refusal(content)).toMatch(reason);
	});

	test('a missing file', async () => {
		const ended = await serve(['--settings', join(folder.path, 'none.json'), '--port', '0']);
		expect(ended.code).toBe(2);
		expect(ended.err).toMatch(containing(`none.json${ANY}${settingsFileText.missing}`));
	});
});

describe('invalid settings of overlay and market are refused in one line:', () => {
	const asset = { name: 'MB', precision: 0, balance: 1000, credit: 10 };
	const assets = (...list: readonly object[]) => ({ market: { assets: list } });
	const command = { type: 'command', command: ['/bin/wallet'] };
	const { amount } = marketSettingsText;
	const cases: readonly (readonly [object, ...string[]])[] = [
		[{ overlay: { enable: true } }, marketFileText.unknown('overlay.enable')],
		[{ overlay: { enabled: 'true' } }, "'overlay.enabled' must be true or false"],
		[{ overlay: { peers: ['192.0.2.1'] } }, marketFileText.peer('overlay.peers[0]')],
		[{ overlay: { peers: ['a:1', '[::1]:70000'] } }, marketFileText.peer('overlay.peers[1]')],
		[{ market: { transaction_timeout: 604_801 } }, "'market.transaction_timeout' must be 604800 or less"],
		[{ market: { transaction_timeout: 0 } }, "'market.transaction_timeout' must be 1 or more"],
		[{ market: { history_days: 0 } }, "'market.history_days' must be 0.001 or more"],
		[assets({ ...asset, color: 'red' }), marketFileText.unknown('market.assets[0].color')],
		[assets({ ...asset, credit: undefined }), "'market.assets[0].credit' is missing"],
		[assets({ ...asset, name: 'M\u001bB' }), `'market.assets[0].name' ${marketSettingsText.name}`],
		[assets({ ...asset, name: 'x'.repeat(21) }), `'market.assets[0].name' ${marketSettingsText.name}`],
		[assets(asset, asset), `'market.assets[1].name' ${marketSettingsText.duplicate('MB')}`],
		[
			assets({ ...asset, precision: 19 }, { ...asset, name: 'B', precision: 0.5 }),
			`'market.assets[0].precision' ${marketSettingsText.precision}`,
			`'market.assets[1].precision' ${marketSettingsText.precision}`,
		],
		[
			assets({ ...asset, balance: '0.5', credit: -1 }),
			`'market.assets[0].balance' ${amount('too-many-decimals', 0)}`,
			`'market.assets[0].credit' ${amount('not-a-number', 0)}`,
		],
		[assets({ ...asset, balance: 1e40 }), `'market.assets[0].balance' ${amount('too-large', 0)}`],
		[assets({ ...asset, exposure: 9 }), `'market.assets[0].exposure' ${marketSettingsText.exposure}`],
		[assets({ ...asset, wallet: { type: 'bank' } }), marketSettingsText.walletType],
		[assets({ ...asset, wallet: command }), `'market.assets[0].balance' ${marketSettingsText.balance}`],
		[
			assets({ ...asset, balance: undefined, wallet: { ...command, command: ['wallet'], timeout: 0.5 } }),
			`'market.assets[0].wallet.command' ${marketSettingsText.command}`,
			`'market.assets[0].wallet.timeout' ${marketSettingsText.timeout}`,
		],
		[
			assets({ ...asset, wallet: { type: 'ledger', command: ['/x'] } }),
			`'market.assets[0].wallet.command' ${marketSettingsText.onlyFor('command')}`,
		],
		[
			assets({ ...asset, wallet: { type: 'ledger', secret: 'x' } }),
			marketFileText.unknown('market.assets[0].wallet.secret'),
		],
	];
	test.each(cases)('%j', async (content, ...reasons) => {
		const error = await refusal(JSON.stringify(content));
		for (const reason of reasons) expect(error).toContain(reason);
	});

	test('an invalid address of --overlay-peer', async () => {
		const ended = await serve(['--overlay-peer', 'nowhere', '--state-dir', join(folder.path, 'never')]);
		expect(ended.code).toBe(2);
		expect(ended.err).toContain(configurationText.overlayPeer('nowhere'));
	});
});

test('--overlay-peer implies --overlay and replaces the peers of the file', async () => {
	const written = async (name: string, ...options: string[]) => {
		const file = join(folder.path, `${name}.json`);
		await serve(['--write-settings', '--settings', file, ...options]);
		return JSON.parse(await readFile(file, 'utf8')).overlay;
	};
	expect(await written('peered', '--overlay-peer', 'a:1', '--overlay-peer', '[::1]:2')).toEqual({
		...all.overlay,
		enabled: true,
		peers: ['a:1', '[::1]:2'],
	});
	expect(await written('enabled', '--overlay')).toEqual({ ...all.overlay, enabled: true });
});

test('amounts of the settings keep all digits, as numbers and as texts', () => {
	const digits = '1234567890.123456789012345678';
	for (const balance of [digits, `"${digits}"`]) {
		const written = parseExactDecimals(
			`[{"name": "A", "precision": 18, "balance": ${balance}, "credit": 1e-18}]`,
		);
		const [asset] = parseMarket({
			assets: written as WrittenAsset[],
			transaction_timeout: 1,
			history_days: 1,
		}).market.assets;
		expect([asset?.balance, asset?.credit]).toEqual([1234567890123456789012345678n, 1n]);
	}
});

describe("a proxy's password", () => {
	test.each([
		[
			'{"proxies": ["socks5://me:hunter2hunter2@127.0.0.1:1"]}',
			0o644,
			containing(settingsFileText.readable(ANY)),
		],
		['{"proxies": ["socks5://me:hunter2hunter2@127.0.0.1"]}', 0o600, containing(invalidProxy(1))],
		[
			'{"proxies": ["socks5://me:hunter2hunter2@127.0.0.1:1", 5]}',
			0o600,
			containing(settingsFileText.proxies),
		],
		['{"proxies": {"one": "hunter2hunter2"}}', 0o600, containing(settingsFileText.proxies)],
		[
			'{"proxies": ["socks5://me:hunter2hunter2@127.0.0.1:1" "x"]}',
			0o600,
			containing(settingsFileText.notJson),
		],
		['{"proxies": [hunter2hunter2]}', 0o600, containing(settingsFileText.notJson)],
	])('appears in no error: %s', async (content, mode, reason) => {
		const error = await refusal(content, mode);
		expect(error).toMatch(reason);
		expect(error).not.toContain(secret.slice(0, 6));
	});
});
