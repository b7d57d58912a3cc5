import { onTestFinished } from 'vitest';
import { children } from '../programs/children.ts';
import { startService } from '../programs/service-process.ts';
import { alive } from '../terminal/pty.ts';

/** Starts a service in another process. Returns it with the process of its engine. */
export async function startWithEngine(
	folder: string,
	options: string[] = [],
	env: Record<string, string> = {},
) {
	const service = await startService(folder, ['--peer-host', '127.0.0.1', ...options], undefined, env);
	const engine = children(service.child.pid ?? 0)[0] ?? 0;
	onTestFinished(async () => {
		await service.end('SIGKILL');
		if (alive(engine)) process.kill(engine, 'SIGKILL');
	});
	return { service, engine };
}
