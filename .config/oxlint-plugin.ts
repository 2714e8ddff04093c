import type { RuleTester } from "oxlint/plugins-dev";

type Rule = Parameters<RuleTester["run"]>[1];

const PROCESS_MODULES = new Set(["process", "node:process"]);

/** `process.env`, `process["env"]`, `const { env } = process` and imports of node:process: lib/env.ts alone reads the environment. */
const processEnvOnlyInEnv: Rule = {
  create(context) {
    if (/(?:^|[\\/])lib[\\/]env\.ts$/.test(context.filename)) return {};
    const message = "Only lib/env.ts reads the environment: add the variable there and call env().";
    return {
      MemberExpression(node) {
        const isEnv =
          (node.property.type === "Identifier" && node.property.name === "env" && !node.computed) || isText(node.property, "env");
        if (isEnv && isProcess(node.object)) context.report({ node, message });
      },
      VariableDeclarator(node) {
        if (node.id.type !== "ObjectPattern" || !node.init || !isProcess(node.init)) return;
        if (node.id.properties.some((property) => property.type === "Property" && isNamed(property.key, "env"))) {
          context.report({ node, message });
        }
      },
      ImportDeclaration(node) {
        if (PROCESS_MODULES.has(node.source.value)) context.report({ node, message: `Use the global process. ${message}` });
      },
    };
  },
};

/** The one client file whose name Next decides. */
const NEXT_ERROR_FACE = /(?:^|[\\/])app[\\/](?:.+[\\/])?(?:global-)?error\.tsx$/;

/** A file is named `*.client.tsx` if and only if it starts with "use client", so that path rules can see it. */
const clientSuffix: Rule = {
  create(context) {
    return {
      Program(node) {
        const named = /\.client\.tsx?$/.test(context.filename);
        const first = node.body[0];
        const says = first?.type === "ExpressionStatement" && "directive" in first && first.directive === "use client";
        if (named && !says) context.report({ node, message: 'A *.client.tsx file starts with "use client".' });
        if (says && !named && !NEXT_ERROR_FACE.test(context.filename))
          context.report({ node, message: 'A file that says "use client" is named *.client.tsx.' });
      },
    };
  },
};

/** Every directive that switches a rule or the compiler off says which and why; blanket ones are unicorn/no-abusive-eslint-disable's. */
const reasonOnException: Rule = {
  create(context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          const directive = /^\s*((?:oxlint|eslint)-disable(?:-next-line|-line)?|@ts-(?:ignore|expect-error|nocheck))(.*)$/s.exec(
            comment.value,
          );
          if (!directive) continue;
          const [, name = "", rest = ""] = directive;
          const hasReason = name.startsWith("@ts-") ? rest.trim().length >= 10 : /\S\s+--\s+\S.{8,}/s.test(rest);
          if (!hasReason)
            context.report({
              node: comment,
              message: `"${name}" carries its reason: "${name.startsWith("@ts-") ? `${name} <reason>` : `${name} <rule> -- <reason>`}".`,
            });
        }
      },
    };
  },
};

interface NodeLike {
  type: string;
}

function isNamed(node: NodeLike, name: string): boolean {
  return (node.type === "Identifier" && "name" in node && node.name === name) || isText(node, name);
}

function isText(node: NodeLike, text: string): boolean {
  return node.type === "Literal" && "value" in node && node.value === text;
}

/** `process`, `globalThis.process` and the like. */
function isProcess(node: NodeLike): boolean {
  if (isNamed(node, "process")) return node.type === "Identifier";
  return node.type === "MemberExpression" && "property" in node && isNamed(node.property as NodeLike, "process");
}

const plugin = {
  meta: { name: "bergwatch" },
  rules: {
    "client-suffix": clientSuffix,
    "process-env-only-in-env": processEnvOnlyInEnv,
    "reason-on-exception": reasonOnException,
  },
};
export default plugin;
