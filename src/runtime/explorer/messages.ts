/** The words of the explorer's page that are not its library's. */
export interface ExplorerMessages {
  /** The link to the dashboard. */
  readonly keys: string;
  readonly skip: string;
  readonly needsScript: string;
  /** Why a call was refused, and the link that helps. */
  readonly needsKey: string;
  readonly createKey: string;
  readonly close: string;
}

/** By language; the first is the fallback. */
export const EXPLORER_MESSAGES: Readonly<Record<string, ExplorerMessages>> = {
  en: {
    keys: 'API keys',
    skip: 'Skip to the content',
    needsScript: 'The explorer needs JavaScript. The description is at',
    needsKey: 'This call needs a valid API key.',
    createKey: 'Create one',
    close: 'Close',
  },
  de: {
    keys: 'API-Schlüssel',
    skip: 'Zum Inhalt springen',
    needsScript: 'Der Explorer braucht JavaScript. Die Beschreibung steht unter',
    needsKey: 'Dieser Aufruf braucht einen gültigen API-Schlüssel.',
    createKey: 'Schlüssel anlegen',
    close: 'Schließen',
  },
  es: {
    keys: 'Claves de API',
    skip: 'Ir al contenido',
    needsScript: 'El explorador necesita JavaScript. La descripción está en',
    needsKey: 'Esta llamada necesita una clave de API válida.',
    createKey: 'Crear una clave',
    close: 'Cerrar',
  },
  fr: {
    keys: 'Clés d’API',
    skip: 'Aller au contenu',
    needsScript: 'L’explorateur a besoin de JavaScript. La description se trouve à l’adresse',
    needsKey: 'Cet appel nécessite une clé d’API valide.',
    createKey: 'Créer une clé',
    close: 'Fermer',
  },
  it: {
    keys: 'Chiavi API',
    skip: 'Vai al contenuto',
    needsScript: 'L’esploratore richiede JavaScript. La descrizione si trova in',
    needsKey: 'Questa chiamata richiede una chiave API valida.',
    createKey: 'Crea una chiave',
    close: 'Chiudi',
  },
  ja: {
    keys: 'APIキー',
    skip: '本文へ移動',
    needsScript: 'エクスプローラーには JavaScript が必要です。API の記述はこちらです:',
    needsKey: 'この呼び出しには有効な API キーが必要です。',
    createKey: 'キーを作成',
    close: '閉じる',
  },
  nl: {
    keys: 'API-sleutels',
    skip: 'Naar de inhoud',
    needsScript: 'De verkenner heeft JavaScript nodig. De beschrijving staat op',
    needsKey: 'Voor deze aanroep is een geldige API-sleutel nodig.',
    createKey: 'Sleutel aanmaken',
    close: 'Sluiten',
  },
  pt: {
    keys: 'Chaves de API',
    skip: 'Ir para o conteúdo',
    needsScript: 'O explorador precisa de JavaScript. A descrição está em',
    needsKey: 'Esta chamada precisa de uma chave de API válida.',
    createKey: 'Criar uma chave',
    close: 'Fechar',
  },
  zh: {
    keys: 'API 密钥',
    skip: '跳到内容',
    needsScript: '浏览器需要启用 JavaScript 才能使用 API 浏览页面。API 描述位于',
    needsKey: '此调用需要有效的 API 密钥。',
    createKey: '创建密钥',
    close: '关闭',
  },
};
