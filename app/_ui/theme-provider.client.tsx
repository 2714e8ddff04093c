"use client";

import { Button, Checkbox, createTheme, MantineProvider, type CSSVariablesResolver } from "@mantine/core";
import { useEffect, useState, type ReactNode } from "react";

const theme = createTheme({
  fontFamily: "var(--font)",
  fontFamilyMonospace: "var(--mono)",
  fontSizes: { xs: "11px", sm: "12px", md: "13px", lg: "14px", xl: "17px" },
  spacing: { xs: "4px", sm: "8px", md: "12px", lg: "16px", xl: "24px" },
  radius: { xs: "4px", sm: "6px", md: "8px" },
  defaultRadius: "sm",
  respectReducedMotion: true,
  cursorType: "pointer",
  components: {
    // Between a menu and its items nothing else may take the focus.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    // The main action of a page alone is bold, as the links that look like buttons are.
    Button: Button.extend({ styles: (_, { variant }) => ({ root: variant === "default" ? { fontWeight: 400 } : {} }) }),
    // By itself it takes Mantine's own blue.
    Checkbox: Checkbox.extend({ defaultProps: { color: "var(--accent-fill)" } }),
    // What floats is a surface, not the page.
    Modal: { styles: { content: { background: "var(--surface)" }, header: { background: "var(--surface)" } } },
  },
});

// The tokens know light and dark themselves, so both maps are one.
const SAME = {
  "--mantine-color-body": "var(--bg)",
  "--mantine-color-text": "var(--text)",
  "--mantine-color-dimmed": "var(--text-2)",
  "--mantine-color-anchor": "var(--accent)",
  "--mantine-color-default": "var(--surface)",
  "--mantine-color-default-hover": "var(--hover)",
  "--mantine-color-default-color": "var(--text)",
  "--mantine-color-default-border": "var(--line-2)",
  "--mantine-primary-color-filled": "var(--accent-fill)",
  "--mantine-primary-color-filled-hover": "var(--accent)",
  "--mantine-primary-color-light": "var(--accent-tint)",
  "--mantine-primary-color-light-color": "var(--accent)",
  "--mantine-primary-color-contrast": "var(--on-accent)",
  "--mantine-color-placeholder": "var(--text-3)",
  "--mantine-color-error": "var(--alert)",
};
/** What Mantine takes for menus, fields and lines in the dark by its own greys. */
const DARK = {
  ...SAME,
  "--mantine-color-dark-4": "var(--line-2)",
  "--mantine-color-dark-5": "var(--hover)",
  "--mantine-color-dark-6": "var(--surface)",
  "--mantine-color-dark-7": "var(--bg)",
};
const variables: CSSVariablesResolver = () => ({ variables: {}, light: SAME, dark: DARK });

declare global {
  /** Where the part that keeps a page still behind a dialog looks for the nonce of its style. */
  var __webpack_nonce__: string | undefined;
}

/** Mantine with Bergwatch's tokens, light or dark as the person or the system says. */
export function ThemeProvider({ nonce, children }: { nonce: string; children: ReactNode }) {
  // The document's own: what is read anew comes with another, which its policy does not know.
  const [first] = useState(nonce);
  useEffect(() => {
    globalThis.__webpack_nonce__ = first;
  }, [first]);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto" getStyleNonce={() => first}>
      {children}
    </MantineProvider>
  );
}
