import { expect } from 'vitest';
import { dump } from '../foreign/resources/debug.ts';
import type { ForeignContext } from './context.ts';

const time = 1_795_206_983.3279145;

export const debugCases = {
	async getSlots({ client, dialect }: ForeignContext) {
		expect((await client.getSlots()).slots).toEqual(
			dialect.slots === 'pairs'
				? [{ competing: 7, random: 3 }]
				: [{ competing: 7, random: 3 }, { random: 5 }],
		);
	},

	async getCpuHistory({ client }: ForeignContext) {
		expect(await client.getCpuHistory()).toEqual({ cpu_history: [{ time, cpu: 2 }] });
	},

	async getMemoryHistory({ client }: ForeignContext) {
		expect(await client.getMemoryHistory()).toEqual({ memory_history: [{ time, mem: 79_298_560 }] });
	},

	async getLog({ client }: ForeignContext) {
		const log = await client.getLog({ query: { process: 'core', max_lines: 2 } });
		expect(log).toEqual({ content: 'core line 149\ncore line 150', max_lines: 2 });
		expect(await client.getLog({ query: { process: 'gui', max_lines: 5 } })).toMatchObject({
			content: 'gui line 1',
		});
		// A request without a number of lines would be a fault of the service.
		const usual = await client.getLog();
		expect(usual.max_lines).toBe(100);
		expect(usual.content.split('\n')).toHaveLength(100);
	},

	async getMemoryDump({ client }: ForeignContext) {
		expect(Buffer.from(await client.getMemoryDump()).equals(dump)).toBe(true);
	},

	async listOpenFiles({ client }: ForeignContext) {
		expect(await client.listOpenFiles()).toEqual({ open_files: [{ fd: 3, path: '/srv/core.log' }] });
	},

	async listOpenSockets({ client }: ForeignContext) {
		const { open_sockets } = await client.listOpenSockets();
		expect(open_sockets).toHaveLength(2);
		expect(open_sockets[0]).toEqual({
			family: 2,
			type: 1,
			laddr: '127.0.0.1:20107',
			raddr: '-',
			status: 'LISTEN',
		});
	},

	async getProfiler({ client, world }: ForeignContext) {
		expect(await client.getProfiler()).toEqual({ state: 'STOPPED' });
		world.profiler = true;
		expect(await client.getProfiler()).toEqual({ state: 'STARTED' });
	},

	async startProfiler({ client, world }: ForeignContext) {
		expect(await client.startProfiler()).toEqual({ success: true });
		expect(world.profiler).toBe(true);
		await expect(client.startProfiler()).rejects.toMatchObject({ kind: 'refused', status: 500 });
	},

	async stopProfiler({ client, world }: ForeignContext) {
		await expect(client.stopProfiler()).rejects.toMatchObject({ kind: 'refused', status: 500 });
		world.profiler = true;
		expect(await client.stopProfiler()).toEqual({
			success: true,
			profiler_file: '/srv/log/yappi_1795207068.stats',
		});
		expect(world.profiler).toBe(false);
	},

	async listThreads({ client }: ForeignContext) {
		expect(await client.listThreads()).toEqual({
			threads: [
				{ thread_id: 140_737_353_906_944, thread_name: 'MainThread', frames: ['  File "core.py", line 1'] },
			],
		});
	},
} as const;
