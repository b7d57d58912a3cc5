import { expect, test } from 'vitest';
import { STREAM_CLOSED } from '../../source/client/events.ts';
import {
	AbsentError,
	RefusedError,
	UnauthorizedError,
	UnreachableError,
} from '../../source/client/http/errors.ts';
import { apiText } from '../../source/commands/api/api.ts';
import { methods } from '../../source/commands/api/match-endpoint.ts';
import { NO_CHANGE } from '../../source/commands/channel/channel.ts';
import { noInfohash } from '../../source/commands/channel/playlist.ts';
import { unknownShell } from '../../source/commands/completion/completion.ts';
import { profilerText } from '../../source/commands/debug/profiler.ts';
import { programText } from '../../source/commands/declaration/program.ts';
import { INVALID_FILES } from '../../source/commands/downloads/add.ts';
import { chooseText } from '../../source/commands/downloads/choose.ts';
import { moveText } from '../../source/commands/downloads/move.ts';
import { removeText } from '../../source/commands/downloads/remove.ts';
import { selectText } from '../../source/commands/downloads/select-files.ts';
import { NOT_CANCELLED } from '../../source/commands/market/market.ts';
import { noEntry } from '../../source/commands/metadata/metadata.ts';
import { confirmText } from '../../source/commands/output/confirm.ts';
import { serviceOptionsText } from '../../source/commands/service-command/service-options.ts';
import { changeSettingsText } from '../../source/commands/settings/change-settings.ts';
import { closedPort } from '../../source/demo/closed-port.ts';
import { settingFields } from '../../source/settings/fields.ts';
import { settingKindText } from '../../source/settings/kinds.ts';
import { answering, serve } from '../client/server.ts';
import { couldNotFind, TRACEBACK } from '../contract/foreign/fault.ts';
import { ANY, containing } from '../programs/message-pattern.ts';
import { hostile, infohash, serveEverything } from './answering-service.ts';
import type { Ended } from './program.ts';
import { runHere } from './run-here.ts';

/** Expects one sanitized line of error, and no standard output. */
function expectFailure({ code, out, err }: Ended, exitCode: number, line: string | RegExp): void {
	const text = typeof line === 'string' ? expect.stringContaining(line) : expect.stringMatching(line);
	expect({ code, out, err }).toEqual({ code: exitCode, out: '', err: text });
	expect(err).toMatch(/^seedtop: [^\x00-\x1f\x7f-\x9f\u202e]+\n$/);
}

test('without a service, commands exit with 3 and the snapshot with 1', async () => {
	const none = serviceOptionsText.none('', '');
	expectFailure(await runHere(['ls']), 3, none);
	expectFailure(await runHere([]), 1, none);
});

test('a service that does not answer exits with 3, also if it is slow', async () => {
	const port = await closedPort();
	const { message } = new UnreachableError(`http://127.0.0.1:${port}`, 'ECONNREFUSED');
	expectFailure(await runHere(['ls', '--url', `127.0.0.1:${port}`]), 3, message);
	expectFailure(await runHere(['events', '--url', `127.0.0.1:${port}`]), 3, message);
	const silent = await serve(() => {});
	expectFailure(await runHere(['ls', '--url', silent.url, '--timeout', '0.2']), 3, /no answer within 0\.2 s/);
	expectFailure(await runHere(['--timeout', '0.2', '--url', silent.url, 'ls']), 3, /no answer within 0\.2 s/);
	expectFailure(await runHere(['--timeout', '0.2', '--url', silent.url]), 3, /no answer within 0\.2 s/);
	expectFailure(
		await runHere(['events', '--timeout', '0.2', '--url', silent.url]),
		3,
		/no answer within 0\.2 s/,
	);
});

test('a refused key exits with 4', async () => {
	const closed = await serve(answering(401, { error: 'Unauthorized access' }));
	for (const argv of [['ls'], ['events'], ['status'], ['api', 'GET', '/x'], ['pause', infohash, infohash]]) {
		expectFailure(
			await runHere([...argv, '--url', closed.url, '--api-key', 'TOPSECRET']),
			4,
			new UnauthorizedError(closed.url).message,
		);
	}
});

test('an unknown download or endpoint exits with 5', async () => {
	const everything = await serveEverything();
	expectFailure(
		await runHere(['files', 'nothing', '--url', everything.url]),
		5,
		/There is no download 'nothing'/,
	);
	const bare = await serve(answering(404, { error: { handled: true, message: couldNotFind('/x') } }));
	const lines = [
		'market asks',
		'channel show',
		'debug dump',
		'session info',
		'logs',
		'events',
		'api GET /nowhere',
	];
	const ended = await Promise.all(lines.map((line) => runHere([...line.split(' '), '--url', bare.url])));
	const either = containing(new AbsentError(bare.url, ANY).message, couldNotFind('/x'));
	for (const each of ended) expectFailure(each, 5, either);
});

test('a refusal of the service exits with 1 and its sanitized message', async () => {
	const message = `${TRACEBACK}\n  File "x"\nOSError: disk ${hostile}\n`;
	const broken = await serve(answering(500, { error: { handled: false, code: 'OSError', message } }));
	expectFailure(
		await runHere(['ls', '--url', broken.url]),
		1,
		containing(`OSError: disk na${ANY}${new RefusedError('', 500, '', '', false).hint}`),
	);
	const inside = await serve(answering(200, { error: 'it is read-only' }));
	expectFailure(await runHere(['pause', infohash, '--url', inside.url]), 1, /it is read-only/);
	const no = await serve(answering(200, { success: false, created: false, cancelled: false }));
	expectFailure(await runHere(['profiler', 'start', '--url', no.url]), 1, profilerText.notStarted);
	expectFailure(await runHere(['market', 'cancel', '1', '--url', no.url]), 1, NOT_CANCELLED);
	const page = await serve((_, response) => response.end('<html>'));
	expectFailure(await runHere(['ls', '--url', page.url]), 1, /not JSON/);
});

test.each([
	['lss', /There is no command 'lss'\. Did you mean 'ls'\?/],
	['ls --color', /unknown option '--color' \(see 'seedtop ls --help'\)/],
	['files', programText.missing('download', 'seedtop files')],
	['files a b', programText.tooMany('files', 1, 2, 'seedtop files')],
	['pause', chooseText.none],
	['pause x --all', chooseText.both],
	['move debian', moveText.folder('debian')],
	['move /srv', chooseText.none],
	['hops two x', /count is a whole number/],
	['market ask 0 BTC 5 MB', /first-amount is a number above 0/],
	['add x --files a', INVALID_FILES],
	['add x --hops -1', /--hops is a whole number/],
	['select x', selectText.noFiles],
	['channel set', NO_CHANGE],
	['metadata show ab x', noEntry('x')],
	['metadata set ab 1', /Specify --name/],
	['metadata set ab 1 2 --origin 3', /single entry/],
	['playlist add 3 x', noInfohash('x')],
	['ls --timeout 0', /--timeout is a number above 0/],
	['ls --generation C', /--generation is one of A, B/],
	['ls --url ftp://x', /The address in --url begins with ftp/],
	['api GET', apiText.incomplete],
	['api FETCH /x', apiText.method(methods, 'FETCH')],
	['completion tcsh', unknownShell('tcsh')],
	['completion bash --url x', /unknown option '--url'/],
	['serve --port 99999', /--port is a whole number, 0 to 65535/],
	['remove 02', confirmText.withoutTerminal(removeText.keepData('ubuntu-24.04', 'its data', '4.8 MiB'))],
])('an invalid command line exits with 2: seedtop %s', async (line, message) => {
	const argv = line.split(' ');
	// Avoids the requests of the detection.
	const generation = line.includes('--generation') ? [] : ['--generation', 'B'];
	const service = /^(serve|completion|lss)|--url/.test(line) ? undefined : await serveEverything();
	expectFailure(
		await runHere([...argv, ...(service ? ['--url', service.url, ...generation] : [])]),
		2,
		message,
	);
	expect(service?.names.filter((name) => !/^(list|get)/.test(name)) ?? []).toEqual([]);
});

test('options before the command apply to the command, or are refused', async () => {
	expectFailure(
		await runHere(['--url', 'http://x', 'serve']),
		2,
		programText.noOption('seedtop serve', '--url'),
	);
	const service = await serveEverything();
	const ended = await runHere(['market', '--url', service.url, 'asks', '--no-header']);
	expect(ended).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^4\t/) });
});

test('of several downloads the others continue after a failure, and the exit code is that of the failure', async () => {
	const service = await serveEverything((name, request, response) => {
		if (name !== 'changeDownload' || !request.path.includes('/02')) return false;
		response.writeHead(404).end('{"error":"gone away"}');
		return true;
	});
	const ended = await runHere(['pause', '--all', '--json', '--url', service.url]);
	expect(ended.code).toBe(5);
	expect(ended.err).toMatch(/^seedtop: ubuntu-24\.04: gone away/);
	expect(JSON.parse(ended.out).results.map(({ done }: { done: boolean }) => done)).toEqual([
		true,
		false,
		true,
	]);
});

test('the key is never printed, and --api-key-file and variables are accepted', async () => {
	const keys: unknown[] = [];
	const service = await serveEverything((_, request) => {
		keys.push(request.headers['x-api-key']);
		return false;
	});
	const env = { SEEDTOP_URL: service.url, SEEDTOP_API_KEY: 'FROM-ENV' };
	const ended = await runHere(['status', '--json'], { env });
	expect(new Set(keys)).toEqual(new Set(['FROM-ENV']));
	expect(ended.out + ended.err).not.toContain('FROM-ENV');
	expectFailure(
		await runHere(['ls', '--api-key-file', '/nowhere', '--url', service.url]),
		1,
		containing(serviceOptionsText.unreadableKey(ANY)),
	);
});

test('a web page instead of events is an error', async () => {
	const pages = await serve((_, response) => response.end('<html>hello</html>'));
	expectFailure(await runHere(['events', '--url', pages.url]), 3, STREAM_CLOSED);
});

test('a timeout beyond the range of timers is refused', async () => {
	expectFailure(
		await runHere(['ls', '--timeout', '1e9']),
		2,
		/--timeout is a number above 0, 2000000 at most/,
	);
});

test('invalid settings exit with 2, and only the state is requested', async () => {
	const service = await serveEverything();
	const names = settingFields.map(({ path }) => path);
	const cases: readonly [string, string][] = [
		['', "missing required argument 'setting'"],
		['limits.download', changeSettingsText.pairs],
		['limits.downlaod 5M', changeSettingsText.unknown('limits.downlaod', names)],
		['constructor 5M', changeSettingsText.unknown('constructor', names)],
		['limits.download -5', changeSettingsText.invalid('limits.download', '-5', settingKindText.rate)],
		['limits.upload 5 limits.upload 6', changeSettingsText.twice('limits.upload')],
	];
	for (const [words, message] of cases) {
		const argv = ['settings', 'set', ...words.split(' ').filter((word) => word !== '')];
		expectFailure(await runHere([...argv, '--url', service.url, '--generation', 'B']), 2, message);
	}
	// The state says which settings the service has.
	expect(new Set(service.names)).toEqual(new Set(['getState']));
});

test('a service that keeps its settings makes the command fail', async () => {
	const service = await serveEverything();
	const argv = ['settings', 'set', 'limits.download', '5M', '--url', service.url];
	expectFailure(await runHere(argv), 1, changeSettingsText.kept('limits.download', settingKindText.noLimit));
});
