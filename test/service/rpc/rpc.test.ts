import { beforeAll, describe, expect, expectTypeOf, onTestFinished, test } from 'vitest';
import type { processMethods } from '../../../source/service/engine/ipc.ts';
import {
	type Engine,
	EngineGone,
	type EnginePeer,
	engineMethods,
} from '../../../source/service/engine/port.ts';
import { createEngineProcess, EngineRunner, processText } from '../../../source/service/engine/process.ts';
import { NOT_RUNNING, type WebTorrentEngine } from '../../../source/service/engine/webtorrent/engine.ts';
import { callerOf } from '../../../source/service/rpc/calls.ts';
import { type MethodsOf, method } from '../../../source/service/rpc/methods.ts';
import { nothingProtected } from '../../programs/seeder.ts';
import { lab } from '../engine/lab.ts';
import { scriptedMethods } from './scripted-methods.ts';

const options = {
	entry: new URL('scripted-engine.ts', import.meta.url),
	execArgv: ['--import', 'tsx'],
	port: 0,
	dht: false,
	dhtBootstrap: [],
	localDiscovery: false,
	peerExchange: false,
	webSeeds: false,
	ownService: () => [],
	protectedPaths: nothingProtected,
	log: () => {},
};

function scripted() {
	const runner = new EngineRunner(options);
	return { runner, engine: callerOf(scriptedMethods, (name, args) => runner.call(name, args)) };
}

describe('calls of a real process', () => {
	const { runner, engine } = scripted();

	beforeAll(async () => {
		await runner.start();
		return () => runner.close();
	});

	test.each([
		['nothing', undefined],
		['null', null],
		['text', 'snowman ☃'],
		['a big integer', 2n ** 70n],
		['a list of records', [{ name: 'main', frames: ['a', 'b'] }, { name: 'worker' }]],
		['a map', new Map([['a', new Set([1, 2])]])],
		['a date', new Date(0)],
	])('%s passes in both directions', async (_, value) => {
		expect(await engine.echo(value)).toEqual(value);
	});

	test('binary results stay binary', async () => {
		const bytes = await engine.bytes(5_000_000);
		expect(bytes).toBeInstanceOf(Uint8Array);
		expect(bytes).toHaveLength(5_000_000);
		expect(bytes.every((byte) => byte === 7)).toBe(true);
	});

	test('all arguments arrive, in their order', async () => {
		expect(await engine.sum(1, 2, 3, 4)).toBe(10);
		expect(await engine.sum()).toBe(0);
	});

	test('each response settles its own call', async () => {
		const order: string[] = [];
		const slow = engine.slow().then((text) => order.push(text));
		const fast = engine.echo('fast').then((text) => order.push(String(text)));
		await Promise.all([slow, fast]);
		expect(order).toEqual(['fast', 'slow']);
	});

	test('a declared class of errors stays that class', async () => {
		const error = await engine.fail('gone').catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(EngineGone);
		expect(error).toHaveProperty('message', 'no engine');
	});

	test.each([
		['type', 'TypeError', 'wrong type'],
		['own', 'DiskFailure', 'disk is full'],
		['text', 'Error', 'only text'],
	] as const)('the failure %s has its name and its message', async (how, name, message) => {
		const error = await engine.fail(how).catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(Error);
		expect(error).not.toBeInstanceOf(EngineGone);
		expect(error).toMatchObject({ name, message });
	});

	test('a result that cannot be cloned rejects its call only', async () => {
		await expect(engine.uncloneable()).rejects.toThrow(/could not be cloned/);
		expect(await engine.echo(1)).toBe(1);
	});

	test('an argument that cannot be cloned rejects its call only', async () => {
		await expect(engine.echo(() => {})).rejects.toThrow(/could not be cloned/);
		expect(await engine.echo(1)).toBe(1);
	});

	test('a method without implementation is rejected by name', async () => {
		await expect(engine.missing()).rejects.toThrow('there is no method missing');
		await expect(runner.call('constructor', [])).rejects.toThrow('there is no method constructor');
	});
});

test('calls without a response reject with EngineGone when the process ends', async () => {
	const { runner, engine } = scripted();
	onTestFinished(() => runner.close());
	await runner.start();
	const calls = await Promise.allSettled([engine.slow(), engine.exit()]);
	for (const call of calls) {
		expect(call).toHaveProperty('reason.message', 'the engine is gone: its process ended with code 7');
		expect(call).toHaveProperty('reason', expect.any(EngineGone));
	}
	await expect(engine.echo(1)).rejects.toThrow(EngineGone);
});

test('the engine of the service has every described method, and its errors arrive', async () => {
	const { engine } = await lab();
	for (const name of Object.keys(engineMethods)) expect(engine).toHaveProperty(name, expect.any(Function));
	await expect(engine.prepare('0'.repeat(40), 'reader', 0, 1)).rejects.toThrow(NOT_RUNNING);
	expect(await engine.peers('0'.repeat(40))).toEqual([]);
	await engine.close();
	await expect(engine.peers('0'.repeat(40))).rejects.toThrow(EngineGone);
});

test('a method before the start of the engine is rejected', async () => {
	const engine = createEngineProcess(options);
	await expect(engine.peers('0'.repeat(40))).rejects.toThrow(processText.notRunning);
});

// `npm run typecheck` checks these.
describe('one line of a description', () => {
	const extended = { ...engineMethods, exampleMethod: method<(stacks: boolean) => readonly string[]>() };
	type Extended = MethodsOf<typeof extended>;

	test('makes a method of the caller with its arguments and its result', () => {
		expectTypeOf<Extended['exampleMethod']>().toEqualTypeOf<
			(stacks: boolean) => Promise<readonly string[]>
		>();
		const caller = callerOf(extended, async () => []);
		expectTypeOf(caller.exampleMethod(true)).toEqualTypeOf<Promise<readonly string[]>>();
		expect(caller.exampleMethod).toBeTypeOf('function');
		// @ts-expect-error The argument has another type.
		void caller.exampleMethod('yes');
	});

	test('must be implemented by the adapter', () => {
		expectTypeOf<WebTorrentEngine>().toExtend<MethodsOf<typeof engineMethods>>();
		expectTypeOf<WebTorrentEngine>().not.toExtend<Extended>();
		expectTypeOf<
			WebTorrentEngine & { exampleMethod(stacks: boolean): Promise<string[]> }
		>().toExtend<Extended>();
		expectTypeOf<
			WebTorrentEngine & { exampleMethod(stacks: boolean): Promise<number[]> }
		>().not.toExtend<Extended>();
	});

	test('is a method of the port', () => {
		expectTypeOf<Engine>().toExtend<MethodsOf<typeof engineMethods>>();
		expectTypeOf<Engine['peers']>().toEqualTypeOf<(infohash: string) => Promise<readonly EnginePeer[]>>();
		expectTypeOf<keyof MethodsOf<typeof processMethods>>().toEqualTypeOf<'start' | 'ping' | 'close'>();
	});
});
