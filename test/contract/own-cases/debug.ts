import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { until } from '../../programs/until.ts';
import type { CaseContext } from './all.ts';

const integer = expect.toSatisfy(Number.isSafeInteger, 'an integer');
const number = expect.any(Number);

/** Parts 4.5 and 4.6. Both generations send the same requests. */
export const debugCases = {
	async getSession({ client, torrentPath, dataFolder }: CaseContext) {
		await client.addDownload({ body: { uri: torrentPath, destination: dataFolder } });
		const session = await until(async () => {
			const answer = await client.getSession({ query: { hop: 0 } });
			return answer.settings['ses.num_seeding_torrents'] === 1 && answer;
		});
		expect(session.hop).toBe(0);
		expect(session.settings['net.listen_port']).toBeGreaterThan(0);
		expect(session.settings['process.resident_bytes']).toBeGreaterThan(1_000_000);
		// No download has a hop, so there is no such session.
		expect(await client.getSession({ query: { hop: 1 } })).toEqual({ hop: 1, settings: {} });
		expect((await client.getSession()).hop).toBe(0);
	},

	async getSettings({ client }: CaseContext) {
		const { hop, settings } = await client.getSettings({ query: { hop: 0 } });
		expect(hop).toBe(0);
		// The options of the tests.
		expect(settings).toMatchObject({ enable_dht: false, enable_lsd: false, enable_pex: true });
		expect(await client.getSettings({ query: { hop: 2 } })).toEqual({ hop: 2, settings: {} });
	},

	async getSlots({ client }: CaseContext) {
		expect(await client.getSlots()).toEqual({ slots: [] });
	},

	async getCpuHistory({ client }: CaseContext) {
		const { cpu_history } = await client.getCpuHistory();
		const [first] = cpu_history;
		expect(first).toEqual({ time: integer, cpu: number, cpu_service: number, cpu_engine: number });
		for (const { cpu = 0, cpu_service = 0, cpu_engine = 0 } of cpu_history)
			expect(cpu).toBeCloseTo(cpu_service + cpu_engine, 0);
		expect(Math.abs(Date.now() / 1000 - (cpu_history.at(-1)?.time ?? 0))).toBeLessThan(60);
	},

	async getMemoryHistory({ client }: CaseContext) {
		const { memory_history } = await client.getMemoryHistory();
		const last = memory_history.at(-1);
		expect(last).toEqual({ time: integer, mem: integer, mem_service: integer, mem_engine: integer });
		expect(last?.mem_service).toBeGreaterThan(10_000_000);
		expect(last?.mem_engine).toBeGreaterThan(10_000_000);
		expect(last?.mem).toBe((last?.mem_service ?? 0) + (last?.mem_engine ?? 0));
	},

	async getLog({ client }: CaseContext) {
		const log = await client.getLog({ query: { process: 'core', max_lines: 2 } });
		expect(log.max_lines).toBe(2);
		expect(log.content).toMatch(/^(\S+ +[A-Z]+ +.+\n){2}$/);
		const later = await client.getLog({ query: { max_lines: 5, after: log.position ?? '' } });
		expect(later.content).not.toContain(log.content);
		const start = log.start ?? '';
		const earlier = await client.getLog({ query: { max_lines: 1, before: start } });
		expect(earlier.position).toBe(start);
		const last = await client.getLog({ query: { max_lines: 3, before: log.position ?? '' } });
		expect(last.content).toBe(`${earlier.content}${log.content}`);
		expect((await client.getLog()).max_lines).toBe(100);
		expect((await client.getLog({ query: { process: 'gui', max_lines: 5 } })).content).toBe('');
		await expect(client.getLog({ query: { process: 'other', max_lines: 1 } })).rejects.toMatchObject({
			status: 400,
		});
		const bytes = await client.http.read({
			method: 'GET',
			path: '/debug/log?process=core&max_lines=many',
			accept: '*/*',
			timeout: 10_000,
		});
		expect(JSON.parse(Buffer.from(bytes).toString())).toMatchObject({ max_lines: 100 });
		for (const lines of ['0', '-3', '2.5']) {
			const request = {
				method: 'GET',
				path: `/debug/log?max_lines=${lines}`,
				accept: '*/*',
				timeout: 10_000,
			} as const;
			await expect(client.http.read(request)).rejects.toMatchObject({ status: 400 });
		}
	},

	async getMemoryDump({ client }: CaseContext) {
		// The engine's is the smaller one.
		const dump = Buffer.from(await client.getMemoryDump({ query: { process: 'engine' } }));
		// Parsing it would take a second.
		const head = dump.subarray(0, 4_000).toString();
		expect(head).toMatch(/^\{"snapshot":\{"meta":\{"node_fields":\[.*"self_size"/);
		expect(Number(/"node_count":(\d+)/.exec(head)?.[1])).toBeGreaterThan(10_000);
		expect(dump.includes('"WebTorrentEngine"')).toBe(true);
		expect(dump.subarray(-4).toString().trimEnd()).toMatch(/\]\}$/);
	},

	async listOpenFiles({ client }: CaseContext) {
		const { open_files, unavailable } = await client.listOpenFiles();
		expect(unavailable).toBeUndefined();
		expect(open_files).toContainEqual({
			fd: integer,
			path: expect.stringMatching(/\/seedtop\.db$/),
			process: 'service',
		});
		expect(open_files.some(({ process }) => process === 'engine')).toBe(true);
	},

	async listOpenSockets({ client }: CaseContext) {
		const { open_sockets, unavailable } = await client.listOpenSockets();
		expect(unavailable).toBeUndefined();
		const { port } = new URL(client.http.url);
		expect(open_sockets).toContainEqual({
			fd: integer,
			family: 2,
			type: 1,
			laddr: `127.0.0.1:${port}`,
			raddr: '-',
			status: 'LISTEN',
			process: 'service',
		});
		expect(open_sockets.some(({ process, status }) => process === 'engine' && status === 'LISTEN')).toBe(
			true,
		);
	},

	async getProfiler({ client }: CaseContext) {
		expect(await client.getProfiler()).toMatchObject({ state: 'STOPPED' });
	},

	async startProfiler({ client }: CaseContext) {
		expect(await client.startProfiler()).toEqual({ success: true });
		expect(await client.getProfiler()).toEqual({ state: 'STARTED', running_time: number });
		await expect(client.startProfiler()).rejects.toMatchObject({ status: 500, code: 'ProfilerStateError' });
		await client.stopProfiler();
	},

	async stopProfiler({ client }: CaseContext) {
		await expect(client.stopProfiler()).rejects.toMatchObject({ status: 500, code: 'ProfilerStateError' });
		await client.startProfiler();
		const { success, profiler_file = '', profiler_files = [] } = await client.stopProfiler();
		expect(success).toBe(true);
		expect(profiler_file).toMatch(/-engine\.cpuprofile$/);
		expect(profiler_files).toEqual([profiler_file, expect.stringMatching(/-service\.cpuprofile$/)]);
		expect(await client.getProfiler()).toEqual({ state: 'STOPPED', profiler_file, profiler_files });
		for (const file of profiler_files) {
			const profile = JSON.parse(await readFile(file, 'utf8'));
			expect(profile.nodes[0].callFrame.functionName).toBe('(root)');
			expect(profile.samples.length).toBe(profile.timeDeltas.length);
		}
	},

	async listThreads({ client }: CaseContext) {
		const { threads, unavailable } = await client.listThreads();
		expect(unavailable).toBeUndefined();
		const named = (name: string) => threads.filter(({ thread_name }) => thread_name === name);
		for (const process of ['service', 'engine']) {
			expect(named(`${process}: main`)).toHaveLength(1);
			expect(named(`${process}: watcher`)).toHaveLength(1);
			expect(threads.some((each) => each.process === process && each.kind === 'native')).toBe(true);
		}
		expect(new Set(threads.map(({ thread_id }) => thread_id)).size).toBe(threads.length);
	},
} as const;
