/**
 * Keeps SIGUSR1 from opening node's inspector, which runs any code without a key. The first module of each process
 * imports it first, because node opens the inspector at a signal until a listener exists.
 */

/** Times after the first check. Node opens the inspector in a thread, maybe after the first check. */
const LATER_CHECKS_MS = [10, 100, 1_000];

/** An option that the user gave to node, e.g. `--inspect-brk=9230`. */
const INSPECT_OPTION = /(^|[\s"])--inspect([-_](brk|wait))?(?=$|[\s"=])/;

process.on('SIGUSR1', () => {});
const options = [...process.execArgv, process.env.NODE_OPTIONS ?? ''];
if (!options.some((option) => INSPECT_OPTION.test(option))) {
	closeInspector();
	for (const delay of LATER_CHECKS_MS) setTimeout(closeInspector, delay).unref();
}

/** Calls `close` of node:inspector, without loading that module: it takes 3 ms of a start. */
function closeInspector(): void {
	const close = '_debugEnd' in process ? process._debugEnd : undefined;
	if (typeof close === 'function') close.call(process);
	else process.getBuiltinModule('node:inspector').close();
}
